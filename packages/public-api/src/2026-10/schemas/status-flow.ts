import * as z from 'zod';
import { StatusKind } from '@commerce/proto/commerce/orders/v1/values.ts';
import { enumNames } from '@commerce/proto/enum.ts';

/** Status flow of the store, an addition to the contract (decisions, "Additions to the contract"). */
export const statusFlowSchema = z
  .strictObject({
    statuses: z
      .array(
        z.strictObject({
          status: z.string().describe('Name in the API.'),
          label: z.string().describe('Name shown to the merchant.'),
          kind: z
            .enum(enumNames(StatusKind))
            .describe(
              '`open`: under way. `fulfilled`: the successful end. `closed_bad`: an unsuccessful end.',
            ),
          is_settable: z.boolean().describe('True if apps can move orders to it.'),
          next: z
            .array(z.string())
            .describe(
              'Statuses that an order in this one can move to, by an app, the merchant or the platform.',
            ),
        }),
      )
      .describe('Statuses in their order: orders move forward, and steps may be skipped.'),
  })
  .describe('Status flow of the store’s orders.');

/** Status flow as JSON. */
export type StatusFlowJson = z.output<typeof statusFlowSchema>;
