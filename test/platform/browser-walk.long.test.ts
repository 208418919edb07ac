import { testEveryPage } from '../support/page-walk.ts';

testEveryPage({
  views: [
    { lang: 'es', locale: 'es-AR', theme: 'light', width: 1280 },
    { lang: 'en', locale: 'en-US', theme: 'dark', width: 360 },
  ],
  byAddress: true,
});
