/** Actions that the audit log records. */
export type AuditAction =
  | 'app.created'
  | 'app.changed'
  | 'app.submitted'
  | 'app.withdrawn'
  | 'app.approved'
  | 'app.rejected'
  | 'app.suspended'
  | 'app.restored'
  | 'client_secret.created'
  | 'client_secret.expired'
  | 'developer.suspended'
  | 'developer.restored'
  | 'parked_event.discarded'
  | 'parked_event.replayed'
  | 'parked_events.replayed'
  | 'store.created'
  | 'store.plan_changed';
