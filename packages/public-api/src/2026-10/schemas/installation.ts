import { z } from 'zod';

/** What `DELETE /installation` answers (contract, section 4). */
export const uninstalledSchema = z.strictObject({
  data: z.strictObject({ uninstalled: z.literal(true).describe('The app is not installed any more.') }),
});
