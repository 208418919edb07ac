import * as z from 'zod';
import type { ReviewMessage } from '@commerce/proto/commerce/auth/v1/apps.ts';
import type { Json } from '../json.ts';
import { answers, consoleRoute } from '../route.ts';

/** Message about a review; the name of its author is empty for staff in what developers see. */
export type MessageView = Json<ReviewMessage>;

const OWN = '/console/api/developers/:developer/apps/:app/reviews/:review/messages';
const STAFF = '/console/api/platform/reviews/:review/messages';

const body = z.strictObject({ text: z.string().trim().min(1).max(2_000) });
const list = answers<{ items: MessageView[]; nextCursor: null }>();
const posted = answers<{ id: string }>();

/** Conversation of the staff and a developer about a review, oldest message first. Unpaged: 409 `too_many_messages` after 200. */
export const reviewMessageRoutes = {
  list: consoleRoute({ method: 'GET', path: OWN, access: { developer: 'member' }, answer: list }),
  post: consoleRoute({ method: 'POST', path: OWN, access: { developer: 'member' }, body, answer: posted }),
  listForStaff: consoleRoute({ method: 'GET', path: STAFF, access: 'staff', answer: list }),
  postAsStaff: consoleRoute({ method: 'POST', path: STAFF, access: 'staff', body, answer: posted }),
};
