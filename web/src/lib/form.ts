import { useForm as useMantineForm, type UseFormInput, type UseFormReturnType } from '@mantine/form';
import { useUnsaved } from './unsaved.ts';
import { useVersioned, type Versioned } from './versioned.ts';

/** A form whose content is asked about before it is lost: `useForm` of Mantine, guarded. */
export function useForm<Values extends object>(input: UseFormInput<Values>): UseFormReturnType<Values> {
  const form = useMantineForm<Values>(input);
  useUnsaved(form.isDirty());
  return form;
}

type Edited<E, V extends object> = Omit<Versioned<E, V>, 'values' | 'setValues'> &
  Pick<UseFormInput<V>, 'validate'>;

/** A form of something that others may change at the same time; see `useVersioned`. For something new the entity is undefined. */
export function useEditForm<E, V extends object>({ validate, ...edited }: Edited<E, V>) {
  const form = useMantineForm<V>({
    initialValues: edited.valuesOf(edited.entity),
    ...(validate && { validate }),
  });
  const versioned = useVersioned<E, V>({
    ...edited,
    values: form.values,
    setValues: (values) => form.setValues(values),
  });
  return { form, versioned };
}
