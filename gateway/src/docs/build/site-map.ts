import { PROBLEM_CODE_NAMES } from '@commerce/public-api/problem.ts';

/** The guides, in the order of the navigation: file name in `docs/api` (less `.md`) and what the navigation calls it. */
export const GUIDES = [
  { slug: 'index', title: 'Overview' },
  { slug: 'quick-start', title: 'Quick start' },
  { slug: 'portal', title: 'The developer portal' },
  { slug: 'oauth', title: 'OAuth, step by step' },
  { slug: 'pagination-and-sync', title: 'Pagination and sync' },
  { slug: 'writing', title: 'Writing' },
  { slug: 'orders', title: 'Working on orders' },
  { slug: 'webhooks', title: 'Webhooks' },
  { slug: 'resources', title: 'Resources and fields' },
  { slug: 'errors', title: 'Errors' },
  { slug: 'rate-limits', title: 'Rate limits' },
  { slug: 'versions', title: 'Versions' },
] as const;

/** Every code with a page of its own, so that the `type` of a problem leads somewhere; 429 has no problem, but has a page. */
export const ERROR_PAGES = [...PROBLEM_CODE_NAMES, 'too_many_requests'] as const;

/** Where a guide is served. */
export const guidePath = (slug: string): string => (slug === 'index' ? '/docs' : `/docs/${slug}`);
