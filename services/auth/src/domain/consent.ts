/** A merchant's answer. */
export interface ConsentAnswer {
  decision: 'allow' | 'deny';
  /** Null when nobody is signed in. */
  personId: string | null;
  storeId: string | null;
}

/** A consent request that was found, with the answer it has been given, if any. */
export interface ConsentToDecide {
  expiresAt: Date;
  decidedAt: Date | null;
  given: ConsentAnswer | null;
}

/** A second click on the button arrives within this time; its answer is the one that the browser follows. */
const DOUBLE_CLICK_MS = 10_000;

/** Whether the answer may be given: in time, and once, but for the same answer clicked twice. */
export function mayDecide(request: ConsentToDecide, answer: ConsentAnswer, nowMs: number): boolean {
  if (request.expiresAt.getTime() <= nowMs) return false;
  if (request.decidedAt === null || request.given === null) return true;
  const { given } = request;
  return (
    nowMs - request.decidedAt.getTime() <= DOUBLE_CLICK_MS &&
    given.decision === answer.decision &&
    given.personId === answer.personId &&
    given.storeId === answer.storeId
  );
}

/** Whether an app may be authorized on a store: one that is not published is tried on its developer's own stores alone. */
export function mayAuthorize(
  app: { published: boolean; developerId: string },
  store: { developerId: string | null },
): boolean {
  return app.published || store.developerId === app.developerId;
}
