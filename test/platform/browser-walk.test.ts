import { testEveryPage } from '../support/page-walk.ts';

testEveryPage({
  views: [{ lang: 'es', locale: 'es-AR', theme: 'light', width: 1280 }],
  byAddress: false,
});
