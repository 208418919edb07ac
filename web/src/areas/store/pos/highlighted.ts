import type { ComboboxStore } from '@mantine/core';

/** True when Enter takes an option that was chosen by the arrow keys. */
export const isHighlighted = (combobox: ComboboxStore): boolean =>
  combobox.dropdownOpened && combobox.getSelectedOptionIndex() !== -1;
