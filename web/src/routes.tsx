import { createBrowserRouter } from 'react-router';
import { developerPages } from './areas/developer/navigation.ts';
import { platformPages } from './areas/platform/navigation.ts';
import { openPages, personPages } from './areas/session/navigation.ts';
import { storePages } from './areas/store/navigation.ts';
import {
  developerRoutes,
  personRoutes,
  platformRoutes,
  routeOf,
  SignedIn,
  storeRoutes,
} from './layout/Area.tsx';
import { BrokenPage } from './layout/messages.tsx';
import { PageSkeleton } from './layout/PageSkeleton.tsx';

/** Every page, by path. */
export const router = createBrowserRouter([
  {
    ErrorBoundary: BrokenPage,
    HydrateFallback: PageSkeleton,
    children: [
      ...openPages.map(routeOf),
      {
        Component: SignedIn,
        children: [
          storeRoutes(storePages),
          developerRoutes(developerPages),
          platformRoutes(platformPages),
          personRoutes(personPages),
        ],
      },
    ],
  },
]);
