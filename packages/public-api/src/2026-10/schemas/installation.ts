import { z } from 'zod';

/** Response of `DELETE /installation` (contract, section 4). */
export const uninstalledSchema = z.strictObject({
  data: z.strictObject({ uninstalled: z.literal(true).describe('The app is no longer installed.') }),
});
