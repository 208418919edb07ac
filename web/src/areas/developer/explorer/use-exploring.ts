import { useState } from 'react';
import { developerRoutes } from '@commerce/console-api/routes/developer.ts';
import { explorerRoutes, type ApiAnswer } from '@commerce/console-api/routes/explorer.ts';
import { useAct } from '../../../lib/api.ts';
import type { ApiError } from '../../../lib/call.ts';
import { useTexts } from '../../../lib/texts.ts';
import { useDeveloper } from '../use-developer.ts';
import { collectIds, targetOf, type ComposedRequest, type KnownIds } from './request.ts';

/** Sent request and its response. */
export interface Exchange {
  request: ComposedRequest;
  /** All scopes of the app were granted first. */
  allScopes: boolean;
  answer: ApiAnswer;
}

/** Sender of composed requests, with the last exchange. */
export interface Exploring {
  exchange: Exchange | undefined;
  known: KnownIds;
  isPending: boolean;
  error: ApiError | null;
  send: (request: ComposedRequest, allScopes?: boolean) => void;
}

/** Sends requests as an app in a test store. An empty store is created first, and then chosen. */
export function useExploring(
  { app, store }: { app: string; store: string },
  chooseStore: (id: string) => void,
): Exploring {
  const t = useTexts('explorer');
  const params = { developer: useDeveloper() };
  const [exchange, setExchange] = useState<Exchange>();
  const [known, setKnown] = useState<KnownIds>({});
  const explore = useAct(explorerRoutes.explore);
  const createStore = useAct(developerRoutes.createStore, {
    invalidates: [explorerRoutes.explorer, developerRoutes.listStores],
    onSuccess: ({ id }) => chooseStore(id),
  });
  const call = async (request: ComposedRequest, allScopes: boolean) => {
    const storeId =
      store ||
      (await createStore.mutateAsync({ params, body: { name: t('newStoreName'), seed: 'small' } })).id;
    const { operation, body, idempotencyKey } = request;
    const input = { app, store: storeId, method: operation.method, path: targetOf(request) };
    const answer = await explore.mutateAsync({
      params,
      body: { ...input, body: body.trim(), idempotencyKey, allScopes },
    });
    setExchange({ request, allScopes, answer });
    setKnown((before) => collectIds(before, answer.body));
  };
  return {
    exchange,
    known,
    isPending: explore.isPending || createStore.isPending,
    error: explore.error ?? createStore.error,
    // The mutations show their errors.
    send: (request, allScopes = false) => void call(request, allScopes).catch(() => undefined),
  };
}
