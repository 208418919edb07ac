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
import { PageSkeleton } from './layout/PageSkeleton.tsx';
import { ApiError } from './lib/call.ts';
import { guardForms } from './lib/guard-forms.ts';
import { startTexts } from './lib/texts.ts';
import { router } from './routes.tsx';

/** What style elements must carry to be let in by the policy of the page. */
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
    // The session has ended meanwhile: whoever looks at a page is asked to sign in.
    onError: (error) => {
      if (error instanceof ApiError && error.status === 401)
        client.setQueryData([sessionRoutes.get.path, {}], { session: null });
    },
  }),
});

guardForms();
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
        <Notifications position="bottom-right" />
        <Suspense fallback={<PageSkeleton />}>
          <RouterProvider router={router} />
        </Suspense>
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
);
