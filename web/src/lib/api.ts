import { useRef } from 'react';
import {
  keepPreviousData,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
  type InfiniteData,
  type QueryClient,
} from '@tanstack/react-query';
import type { AnswerOf, AnyConsoleRoute, InputOf, PageOf } from '@commerce/console-api/route.ts';
import { call, newKey, type ApiError } from './call.ts';
import { send } from './signed-out.ts';
import { afterSave } from './unsaved.ts';

const keyOf = (route: AnyConsoleRoute, input: unknown): unknown[] => [route.path, input];

interface ReadOptions {
  /** False while the input is not known yet. */
  enabled?: boolean;
  /** Polling interval in ms, for work in progress; false to disable. */
  everyMs?: number | false;
}

/** Options of a list. */
interface PagesOptions extends ReadOptions {
  /** State of what the list is of: in another state, the list is read again. */
  revision?: string;
}

/** Options of a single read, whose polling may depend on the last answer. */
interface SingleReadOptions<Answer> extends Omit<ReadOptions, 'everyMs'> {
  everyMs?: number | false | ((last: Answer) => number);
}

/** Reloads the cached data of routes, wherever it is shown. */
export function reloadRoutes(client: QueryClient, routes: readonly AnyConsoleRoute[]): Promise<void> {
  const paths = new Set<unknown>(routes.map(({ path }) => path));
  return client.invalidateQueries({ predicate: ({ queryKey }) => paths.has(queryKey[0]) });
}

/** Reads a route: `data`, `isPending`, `error`, `refetch`. While the input changes, the previous data stays. */
export function useRead<R extends AnyConsoleRoute>(
  route: R,
  input: InputOf<R>,
  options: SingleReadOptions<AnswerOf<R>> = {},
) {
  const { everyMs = false } = options;
  return useQuery<AnswerOf<R>, ApiError>({
    queryKey: keyOf(route, input),
    queryFn: ({ signal }) => call(route, input, { signal }),
    enabled: options.enabled ?? true,
    refetchInterval:
      typeof everyMs === 'function' ? ({ state: { data } }) => data !== undefined && everyMs(data) : everyMs,
    placeholderData: keepPreviousData,
  });
}

/** Reads a route bypassing the cache; components that show it update. */
export function useReadNow() {
  const client = useQueryClient();
  return <R extends AnyConsoleRoute>(route: R, input: InputOf<R>): Promise<AnswerOf<R>> =>
    client.fetchQuery({
      queryKey: keyOf(route, input),
      queryFn: () => call(route, input),
      staleTime: 0,
      retry: false,
    });
}

/** Finds the current version of a list item; undefined when it no longer exists. */
export async function findNow<R extends AnyConsoleRoute>(
  route: R,
  input: InputOf<R>,
  id: string,
): Promise<ItemOf<R> | undefined> {
  for (let cursor: string | undefined; ;) {
    const { query, ...rest } = input as { query?: object };
    const pageInput = { ...rest, query: { ...query, cursor } } as unknown as InputOf<R>;
    const page = (await call(route, pageInput)) as PageOf<ItemOf<R> & { id: string }>;
    const found = page.items.find((item) => item.id === id);
    if (found !== undefined || page.nextCursor === null) return found;
    cursor = page.nextCursor;
  }
}

type ItemOf<R> = AnswerOf<R> extends PageOf<infer Item> ? Item : never;

/** Reads a list page by page: `items` of all pages read so far, `more()` while `hasMore`. Designed for `DataTable`. */
export function useReadPages<R extends AnyConsoleRoute>(
  route: R,
  input: InputOf<R>,
  options: PagesOptions = {},
) {
  type Page = PageOf<ItemOf<R>>;
  const pages = useInfiniteQuery<Page, ApiError, InfiniteData<Page>, unknown[], string | undefined>({
    // Another key than that of a single page of the same route, whose data has another shape.
    queryKey: [...keyOf(route, input), 'pages', options.revision],
    queryFn: ({ signal, pageParam }) => {
      const { query, ...rest } = input as { query?: object };
      const pageInput = { ...rest, query: { ...query, cursor: pageParam } } as unknown as InputOf<R>;
      return call(route, pageInput, { signal }) as Promise<unknown> as Promise<Page>;
    },
    initialPageParam: undefined,
    getNextPageParam: (last) => last.nextCursor,
    enabled: options.enabled ?? true,
    refetchInterval: options.everyMs ?? false,
    placeholderData: keepPreviousData,
  });
  return {
    items: pages.data?.pages.flatMap(({ items }) => items),
    isPending: pages.isPending,
    isStale: pages.isPlaceholderData,
    error: pages.error,
    refetch: () => void pages.refetch(),
    hasMore: pages.hasNextPage,
    isReadingMore: pages.isFetchingNextPage,
    more: () => void pages.fetchNextPage(),
  };
}

/** Result of `useReadPages`. */
export interface Pages<Item> {
  /** Undefined until the first page is loaded. */
  items: Item[] | undefined;
  isPending: boolean;
  /** True when the items belong to a previous input. */
  isStale: boolean;
  error: ApiError | null;
  refetch: () => void;
  hasMore: boolean;
  isReadingMore: boolean;
  more: () => void;
}

/** Side effects of a change. */
interface ActOptions<R> {
  /** Routes affected by the change: their cached data is reloaded. */
  invalidates?: AnyConsoleRoute[];
  onSuccess?: (answer: AnswerOf<R>) => void;
  onError?: (error: ApiError) => void;
}

/**
 * A change: `mutate(input)`, `isPending`, `error`. Each submission has its own key. A submission whose outcome is
 * unknown (connection lost, platform unavailable) keeps its key when the same input is sent again, automatically up to
 * twice or by the person: it takes effect once.
 */
export function useAct<R extends AnyConsoleRoute>(route: R, options: ActOptions<R> = {}) {
  const client = useQueryClient();
  const open = useRef<{ text: string; key: string }>(undefined);
  return useMutation<AnswerOf<R>, ApiError, InputOf<R>>({
    mutationFn: (input) => {
      const { params, query, body } = input as { params?: unknown; query?: unknown; body?: unknown };
      const text = JSON.stringify([params, query, body]);
      if (open.current?.text !== text) open.current = { text, key: newKey() };
      return send(route, input, { key: open.current.key });
    },
    retry: (failures, error) => error.unknownOutcome && failures < 2,
    onSuccess: async (answer) => {
      open.current = undefined;
      await reloadRoutes(client, options.invalidates ?? []);
      afterSave(() => options.onSuccess?.(answer));
    },
    onError: (error) => {
      if (!error.unknownOutcome) open.current = undefined;
      options.onError?.(error);
    },
  });
}
