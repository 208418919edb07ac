import { useParams } from 'react-router';

/** Route parameters of the current developer and app, in the form of the webhook routes. */
export function useAppParams(): { developer: string; app: string } {
  const { developer = '', app = '' } = useParams();
  return { developer, app };
}

/** Base URL of the app's webhook pages. */
export function useWebhooksBase(): string {
  const { developer, app } = useAppParams();
  return `/developers/${developer}/apps/${app}/webhooks`;
}
