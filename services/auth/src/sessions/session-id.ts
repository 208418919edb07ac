/** What a session is called where its person sees it: the hash that is kept of its secret, from which the secret is not found. */
export const sessionId = (tokenHash: Buffer): string => tokenHash.toString('base64url');

/** The hash that an id stands for; one of no session for what is no id. */
export const sessionHash = (id: string): Buffer => Buffer.from(id, 'base64url').subarray(0, 32);
