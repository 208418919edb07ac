import type { AnyConsoleRoute, InputOf } from './route.ts';

/** Path and query of a call; a query field that is undefined or empty is left out. */
export function urlOf<R extends AnyConsoleRoute>(route: R, input: InputOf<R>): string {
  const { params = {}, query = {} } = input as {
    params?: Record<string, string>;
    query?: Record<string, unknown>;
  };
  const path = route.path.replaceAll(/:(\w+)/g, (_match, name: string) => encodeURIComponent(params[name]!));
  const present = Object.entries(query).filter(([, value]) => value !== undefined && value !== '');
  const search = new URLSearchParams(
    present.map(([name, value]): [string, string] => [name, String(value)]),
  ).toString();
  return search === '' ? path : `${path}?${search}`;
}
