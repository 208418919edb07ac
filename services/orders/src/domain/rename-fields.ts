import { Fault } from '@commerce/service-kit/fault.ts';

/**
 * Rewrites the field paths of another service's refusal: `items[1]` of its request becomes `lines[indexes[1]]` of the order.
 * @param list name of the list in the other service's request
 */
export function renameFields(fault: Fault, list: string, indexes: readonly number[]): Fault {
  const details = fault.details.map((detail) => {
    const [name, n, rest] = split(detail.field ?? '', list);
    const index = name === undefined ? undefined : indexes[Number(n)];
    return index === undefined ? detail : { ...detail, field: `lines[${index}]${rest}` };
  });
  return new Fault(fault.code, fault.message, { details, cause: fault.cause });
}

function split(field: string, list: string): (string | undefined)[] {
  const match = /^(\w+)\[(\d+)\](.*)$/.exec(field);
  return match?.[1] === list ? match.slice(1) : [];
}
