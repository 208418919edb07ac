import type { Request } from 'express';
import { readBody } from '../../edge/body.ts';

const MAX_FORM_BYTES = 16 * 1024;

/**
 * The fields of a page's form.
 * @throws Fault `payload_too_large`
 */
export async function readForm(req: Request): Promise<URLSearchParams> {
  return new URLSearchParams((await readBody(req, MAX_FORM_BYTES)).toString('utf8'));
}
