import { IconLayoutDashboard } from '@tabler/icons-react';
import type { AreaPage } from '../../layout/pages.ts';

/** The pages of the platform's desk, in the order of the menu. */
export const platformPages: AreaPage[] = [
  {
    path: '',
    load: () => import('./home/PlatformHomePage.tsx'),
    menu: { text: 'platformHome', icon: IconLayoutDashboard },
  },
];
