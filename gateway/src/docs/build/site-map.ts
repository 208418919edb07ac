import { PROBLEM_CODE_NAMES } from '@commerce/public-api/problem.ts';

/** Guides in the order of the navigation: file name in `docs/api` without `.md`, and title. */
export const GUIDES = [
  { slug: 'index', title: 'Overview' },
  { slug: 'quick-start', title: 'Quick start' },
  { slug: 'quick-start-curl', title: 'Quick start with curl' },
  { slug: 'cli', title: 'Command line' },
  { slug: 'sdk', title: 'SDK for Node.js' },
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
  { slug: 'changelog', title: 'Changelog' },
] as const;

/** Codes with a page, so that the `type` of every problem resolves. A 429 has a page but no problem. */
export const ERROR_PAGES = [...PROBLEM_CODE_NAMES, 'too_many_requests'] as const;

/** Path of a guide. */
export const guidePath = (slug: string): string => (slug === 'index' ? '/docs' : `/docs/${slug}`);
