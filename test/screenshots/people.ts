import type { Picture } from './picture.ts';

/** Screenshots of sign-in, accounts and teams. */
export const peoplePictures: Picture[] = [
  { name: 'sign-in', path: '/sign-in' },
  { name: 'sign-in-dark', path: '/sign-in', locale: 'en-US', theme: 'dark' },
  { name: 'forgot-password', path: '/forgot-password' },
  { name: 'sign-up', path: '/sign-up' },
  { name: 'account', who: 'owner', path: '/account', height: 1200 },
  { name: 'team', who: 'owner', path: '/stores/:store/team' },
  {
    name: 'team-invite',
    who: 'owner',
    path: '/stores/:store/team',
    click: [{ role: 'button', name: 'Invitar' }],
  },
  { name: 'team-phone', who: 'owner', path: '/stores/:store/team', width: 360 },
  { name: 'store-apps', who: 'owner', path: '/stores/:store/apps' },
];
