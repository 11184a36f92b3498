import { useState } from 'react';
import { asProblem, messagesByField } from '../api/problem.js';

/** The state of a form: values, unsaved changes, and the API's errors by field. */
export function useForm<Values extends Record<string, unknown>>(
  initial: Values,
  save: (values: Values) => Promise<void>,
) {
  const [values, setValues] = useState(initial);
  const [error, setError] = useState<unknown>();
  const [isSaving, setSaving] = useState(false);
  const [isSaved, setSaved] = useState(false);
  const names = Object.keys(initial) as (keyof Values & string)[];
  const problems = messagesByField(error === undefined ? [] : asProblem(error).messages, names);
  const set = <Name extends keyof Values>(name: Name, value: Values[Name]) =>
    setValues((now) => ({ ...now, [name]: value }));
  const submit = async () => {
    setSaving(true);
    setError(undefined);
    try {
      await save(values);
      setSaved(true);
    } catch (failure) {
      setError(failure);
    }
    setSaving(false);
  };
  return {
    values,
    set,
    submit,
    isSaving,
    isSaved,
    isChanged: JSON.stringify(values) !== JSON.stringify(initial),
    /** The API's error about a field. */
    errorOf: (name: keyof Values & string) => problems.fields[name],
    /** The error, where some of its messages are not about a field. */
    error: error !== undefined && problems.rest.length > 0 ? error : undefined,
    /** `value`, `onChange` and `error` of a text field. */
    text: (name: keyof Values & string) => ({
      name,
      value: (values[name] ?? '') as string,
      onChange: (event: { currentTarget: { value: string } }) =>
        set(name, event.currentTarget.value as Values[typeof name]),
      error: problems.fields[name],
    }),
  };
}

export type Form = Pick<
  ReturnType<typeof useForm>,
  'submit' | 'isSaving' | 'isSaved' | 'isChanged' | 'error'
>;
