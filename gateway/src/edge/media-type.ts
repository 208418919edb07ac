import type { IncomingHttpHeaders } from 'node:http';

const CHARSET = /^\s*charset="?([^"\s]+)"?\s*$/;

/** Media type of a body, in lowercase; undefined if the body is compressed or in a charset other than UTF-8. */
export function utf8MediaType(headers: IncomingHttpHeaders): string | undefined {
  const [type = '', ...attributes] = (headers['content-type'] ?? '').toLowerCase().split(';');
  const charset = attributes.map((text) => CHARSET.exec(text)?.[1]).find(Boolean) ?? 'utf-8';
  const encoding = (headers['content-encoding'] ?? 'identity').toLowerCase();
  return charset === 'utf-8' && encoding === 'identity' ? type.trim() : undefined;
}
