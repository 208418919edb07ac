import type { IncomingHttpHeaders } from 'node:http';

const CHARSET = /^\s*charset="?([^"\s]+)"?\s*$/;

/** The media type of a body, in lowercase; undefined when its bytes are not the text in UTF-8: another charset, or compressed. */
export function utf8MediaType(headers: IncomingHttpHeaders): string | undefined {
  const [type = '', ...attributes] = (headers['content-type'] ?? '').toLowerCase().split(';');
  const charset = attributes.map((text) => CHARSET.exec(text)?.[1]).find(Boolean) ?? 'utf-8';
  const encoding = (headers['content-encoding'] ?? 'identity').toLowerCase();
  return charset === 'utf-8' && encoding === 'identity' ? type.trim() : undefined;
}
