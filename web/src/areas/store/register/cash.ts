import { MAX_CASH_CENTAVOS, registerRoutes } from '@commerce/console-api/routes/registers.ts';
import { AMOUNT, type NumberRule } from '../../../lib/number-text.ts';

/** An amount of cash. */
export const CASH: NumberRule = { ...AMOUNT, max: MAX_CASH_CENTAVOS };

/** Reads that every change of a cash register affects. */
export const REGISTER_READS = [registerRoutes.current, registerRoutes.list, registerRoutes.get];
