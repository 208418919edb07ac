import { testAvailability } from '../support/availability.ts';

testAvailability({ killed: ['inventory'], hanging: ['customers'], withAuth: false });
