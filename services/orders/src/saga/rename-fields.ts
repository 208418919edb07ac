import { Fault } from '@commerce/service-kit/fault.ts';

/**
 * A neighbour's refusal in the terms of the order: `items[1]` of its request is `lines[places[1]]` of ours.
 * @param list what the neighbour calls the list
 */
export function renameFields(fault: Fault, list: string, places: readonly number[]): Fault {
  const details = fault.details.map((detail) => {
    const [name, n, rest] = split(detail.field ?? '', list);
    const place = name === undefined ? undefined : places[Number(n)];
    return place === undefined ? detail : { ...detail, field: `lines[${place}]${rest}` };
  });
  return new Fault(fault.code, fault.message, { details, cause: fault.cause });
}

function split(field: string, list: string): (string | undefined)[] {
  const match = /^(\w+)\[(\d+)\](.*)$/.exec(field);
  return match?.[1] === list ? match.slice(1) : [];
}
