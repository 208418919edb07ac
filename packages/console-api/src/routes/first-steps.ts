import { answers, consoleRoute } from '../route.ts';

/** First steps of a new store, and whether each is done. */
export interface FirstSteps {
  /** False for a store on another plan than demo, which needs no guide. */
  applies: boolean;
  hasShop: boolean;
  hasProduct: boolean;
  hasSale: boolean;
  hasApp: boolean;
}

export const firstStepRoutes = {
  get: consoleRoute({
    method: 'GET',
    path: '/console/api/stores/:store/first-steps',
    access: { store: 'apps' },
    answer: answers<FirstSteps>(),
  }),
};
