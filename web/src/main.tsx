import { StrictMode, Suspense } from 'react';
import { MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { setNonce } from 'get-nonce';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router/dom';
import '@mantine/core/styles.css';
import '@mantine/notifications/styles.css';
import './brand/fonts.css';
import { sessionRoutes } from '@commerce/console-api/routes/session.ts';
import { theme, variables } from './brand/theme.ts';
import classes from './layout/layout.module.css';
import { PageSkeleton } from './layout/PageSkeleton.tsx';
import { ApiError } from './lib/call.ts';
import { startDensity } from './lib/density.ts';
import { guardForms } from './lib/guard-forms.ts';
import { startTexts } from './lib/texts.ts';
import { router } from './routes.tsx';

/** Nonce that style elements must carry to be allowed by the page's policy. */
const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';
setNonce(nonce);

const client: QueryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      retry: (failures, error) => error instanceof ApiError && error.unknownOutcome && failures < 2,
    },
  },
  queryCache: new QueryCache({
    // The session says why, and the area shows it: it has ended, or the store is suspended. After a change of the password, it is a new one,
    // while a query that was sent before is refused.
    onError: (error) => {
      if (error instanceof ApiError && (error.status === 401 || error.has('store_suspended')))
        void client.invalidateQueries({ queryKey: [sessionRoutes.get.path] });
    },
  }),
});

guardForms();
startDensity();
await startTexts();
createRoot(document.querySelector('#root')!).render(
  <StrictMode>
    <MantineProvider
      theme={theme}
      cssVariablesResolver={variables}
      defaultColorScheme="auto"
      getStyleNonce={() => nonce}
    >
      <QueryClientProvider client={client}>
        <Notifications position="bottom-center" limit={3} className={classes['notifications']} />
        <Suspense fallback={<PageSkeleton />}>
          <RouterProvider router={router} />
        </Suspense>
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
);
