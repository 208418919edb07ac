/** The id of a session as its person sees it: the stored hash of the secret, from which the secret cannot be derived. */
export const sessionId = (tokenHash: Buffer): string => tokenHash.toString('base64url');

/** The hash that an id stands for; a malformed id yields a hash of no session. */
export const sessionHash = (id: string): Buffer<ArrayBuffer> => Buffer.from(id, 'base64url').subarray(0, 32);
