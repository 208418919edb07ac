import { useForm as useMantineForm, type UseFormInput, type UseFormReturnType } from '@mantine/form';
import { useUnsaved } from './unsaved.ts';
import { useVersioned, type Versioned } from './versioned.ts';

/** `useForm` of Mantine with a warning before unsaved changes are lost. */
export function useForm<Values extends object>(input: UseFormInput<Values>): UseFormReturnType<Values> {
  const form = useMantineForm<Values>(input);
  useUnsaved(form.isDirty());
  return form;
}

type EditFormOptions<E, V extends object> = Omit<Versioned<E, V>, 'values' | 'setValues'> &
  Pick<UseFormInput<V>, 'validate'>;

/** Form of an entity that others may change concurrently; see `useVersioned`. The entity is undefined when creating. */
export function useEditForm<E, V extends object>({ validate, ...options }: EditFormOptions<E, V>) {
  const form = useMantineForm<V>({
    initialValues: options.valuesOf(options.entity),
    ...(validate && { validate }),
  });
  const versioned = useVersioned<E, V>({
    ...options,
    values: form.values,
    setValues: (values) => form.setValues(values),
  });
  return { form, versioned };
}
