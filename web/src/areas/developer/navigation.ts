import { IconLayoutDashboard } from '@tabler/icons-react';
import type { AreaPage } from '../../layout/pages.ts';

/** The pages of a developer, in the order of the menu. */
export const developerPages: AreaPage[] = [
  {
    path: '',
    load: () => import('./home/DeveloperHomePage.tsx'),
    menu: { text: 'developerHome', icon: IconLayoutDashboard },
  },
];
