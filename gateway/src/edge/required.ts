/**
 * Message that a successful response always has: a service refuses a call for a missing resource.
 * @throws Error, answered as `server_error`, when it is missing
 */
export function required<Message>(message: Message | undefined): Message {
  if (message === undefined) throw new Error('a successful response lacks its message');
  return message;
}
