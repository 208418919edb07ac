import { testAvailability } from '../support/availability.ts';

testAvailability({
  killed: ['catalog', 'pricing', 'inventory', 'orders', 'customers'],
  hanging: ['catalog', 'customers'],
  withAuth: true,
});
