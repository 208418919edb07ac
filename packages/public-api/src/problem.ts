import * as z from 'zod';

/** Error codes of the public API with their HTTP status and title (decisions, "Errors of the public API"). */
export const PROBLEM_CODES = {
  invalid_request: { status: 400, title: 'Invalid request' },
  invalid_token: { status: 401, title: 'Invalid access token' },
  insufficient_scope: { status: 403, title: 'Insufficient scope' },
  not_found: { status: 404, title: 'Not found' },
  method_not_allowed: { status: 405, title: 'Method not allowed' },
  conflict: { status: 409, title: 'Conflict' },
  payload_too_large: { status: 413, title: 'Payload too large' },
  unsupported_media_type: { status: 415, title: 'Unsupported media type' },
  idempotency_conflict: { status: 422, title: 'Idempotency conflict' },
  server_error: { status: 500, title: 'Server error' },
  unavailable: { status: 503, title: 'Service unavailable' },
  timeout: { status: 504, title: 'Timeout' },
} as const;

/** Code of a problem. A 429 has a different body, see `tooManyRequestsSchema`. */
export type ProblemCode = keyof typeof PROBLEM_CODES;

/** Error codes in the order of their statuses. */
export const PROBLEM_CODE_NAMES = Object.keys(PROBLEM_CODES) as [ProblemCode, ...ProblemCode[]];

/** Media type of a problem (RFC 9457, section 3). */
export const PROBLEM_MEDIA_TYPE = 'application/problem+json';

/** Entry of `details`: one problem. */
export const problemDetailSchema = z.strictObject({
  reason: z.string().describe('Stable, machine-readable reason.'),
  field: z
    .string()
    .optional()
    .describe('Query parameter, or path of the body field, such as `variants[0].price`.'),
  message: z.string().describe('Explanation for developers. The wording may change.'),
});

/** Body of every error except 429 (RFC 9457; decisions, "Errors of the public API"). */
export const problemSchema = z.strictObject({
  type: z.string().describe('URL of the page that documents the code.'),
  title: z.string().describe('Readable name of the code, the same for every occurrence.'),
  status: z.int().describe('HTTP status of the response.'),
  code: z.enum(PROBLEM_CODE_NAMES).describe('Stable, machine-readable code.'),
  detail: z.string().describe('Explanation of this occurrence.'),
  details: z.array(problemDetailSchema).describe('All problems found in the request; may be empty.'),
  request_id: z.string().describe('`X-Request-Id` of the response. Quote it when you report a problem.'),
});

/** Body of a 429 of the API and of OAuth (contract, section 7). */
export const tooManyRequestsSchema = z.strictObject({
  error: z.literal('Too many requests'),
  retryAfter: z.int().min(1).describe('Seconds to wait, as in the `Retry-After` header.'),
});

/** Entry of a problem's `details`. */
export type ProblemDetail = z.output<typeof problemDetailSchema>;
/** Body of an error. */
export type Problem = z.output<typeof problemSchema>;

/** Input of `problem`. */
export interface ProblemInput {
  code: ProblemCode;
  /** Explanation of this occurrence; public. */
  detail: string;
  details?: readonly ProblemDetail[];
  requestId: string;
  /** Root of the documentation, without a trailing slash: `https://<host>/docs`. */
  docsUrl: string;
}

/** Creates the body of an error response. */
export function problem({ code, detail, details = [], requestId, docsUrl }: ProblemInput): Problem {
  const { status, title } = PROBLEM_CODES[code];
  return {
    type: `${docsUrl}/errors/${code}`,
    title,
    status,
    code,
    detail,
    details: details.map(({ reason, field, message }) =>
      field === undefined ? { reason, message } : { reason, field, message },
    ),
    request_id: requestId,
  };
}

/** Creates the body of a 429; `retryAfterS` is in whole seconds. */
export const tooManyRequests = (retryAfterS: number): z.output<typeof tooManyRequestsSchema> => ({
  error: 'Too many requests',
  retryAfter: retryAfterS,
});
