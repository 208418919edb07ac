import { VisuallyHidden } from '@mantine/core';

/** Cell of a row that does not have the column. */
export function Blank() {
  return (
    <td data-blank>
      <VisuallyHidden>—</VisuallyHidden>
    </td>
  );
}
