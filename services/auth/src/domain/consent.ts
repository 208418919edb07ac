/** A checked authorization request of a browser. */
export interface NewConsentRequest {
  id: string;
  browserHash: Buffer<ArrayBuffer>;
  appId: string;
  redirectUri: string;
  scopes: string[];
  state: string;
  codeChallenge: string;
  createdAt: Date;
  expiresAt: Date;
}

/** A merchant's answer. */
export interface ConsentAnswer {
  decision: 'allow' | 'deny';
  /** Null without a signed-in person. */
  personId: string | null;
  storeId: string | null;
}

/** A consent request, with its answer so far. */
export interface ConsentToDecide {
  expiresAt: Date;
  decidedAt: Date | null;
  answer: ConsentAnswer | null;
}

/** Time within which a second click on the button arrives; the browser follows the response of the second one. */
const DOUBLE_CLICK_MS = 10_000;

/** True when the answer is in time and the first one, or the same answer clicked twice. */
export function mayDecide(request: ConsentToDecide, answer: ConsentAnswer, nowMs: number): boolean {
  if (request.expiresAt.getTime() <= nowMs) return false;
  if (request.decidedAt === null || request.answer === null) return true;
  const { answer: previous } = request;
  return (
    nowMs - request.decidedAt.getTime() <= DOUBLE_CLICK_MS &&
    previous.decision === answer.decision &&
    previous.personId === answer.personId &&
    previous.storeId === answer.storeId
  );
}

/** True when an app may be authorized on a store: an unpublished app only on its developer's test stores. */
export function mayAuthorize(
  app: { published: boolean; developerId: string },
  store: { developerId: string | null },
): boolean {
  return app.published || store.developerId === app.developerId;
}
