import type { Request } from 'express';
import { readBody } from '../../edge/body.ts';

const MAX_FORM_BYTES = 16 * 1024;

/**
 * Reads the fields of a form.
 * @throws Fault `payload_too_large`
 */
export async function readForm(req: Request): Promise<URLSearchParams> {
  return new URLSearchParams((await readBody(req, MAX_FORM_BYTES)).toString('utf8'));
}
