import { useParams } from 'react-router';

/** The developer and the app of the address, as the routes of webhooks take them. */
export function useAppParams(): { developer: string; app: string } {
  const { developer = '', app = '' } = useParams();
  return { developer, app };
}

/** The address of the app's webhook pages. */
export function useWebhooksBase(): string {
  const { developer, app } = useAppParams();
  return `/developers/${developer}/apps/${app}/webhooks`;
}
