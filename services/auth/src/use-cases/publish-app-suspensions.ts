import type { Unit } from '@commerce/service-kit/write/unit.ts';
import { publishAppSuspensionChanged } from '../events/publish.ts';
import { appSuspensionTakeUnpublished } from '../store/app-suspension.ts';

/**
 * Publishes which apps of a developer are suspended now, or no longer: by themselves or with the developer. The caller
 * has locked the developer.
 */
export async function publishAppSuspensions(unit: Unit, developerId: string): Promise<void> {
  for (const { appId, ...change } of await appSuspensionTakeUnpublished(unit, developerId))
    publishAppSuspensionChanged(unit, appId, change);
}
