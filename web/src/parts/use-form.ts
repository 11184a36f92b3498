import { useState } from 'react';
import { asProblem, byField } from '../api/problem.js';

/** The values of a form, whether they differ from what was loaded, and what the API said of them. */
export function useForm<Values extends Record<string, unknown>>(
  start: Values,
  save: (values: Values) => Promise<void>,
) {
  const [values, setValues] = useState(start);
  const [error, setError] = useState<unknown>();
  const [isSaving, setSaving] = useState(false);
  const [isSaved, setSaved] = useState(false);
  const names = Object.keys(start) as (keyof Values & string)[];
  const faults = byField(error === undefined ? [] : asProblem(error).messages, names);
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
    isChanged: JSON.stringify(values) !== JSON.stringify(start),
    /** At the field, in the API's words. */
    errorOf: (name: keyof Values & string) => faults.fields[name],
    /** What no field shows. */
    error: error !== undefined && faults.rest.length > 0 ? error : undefined,
    /** `value`, `onChange` and `error` of a text field. */
    text: (name: keyof Values & string) => ({
      name,
      value: (values[name] ?? '') as string,
      onChange: (event: { currentTarget: { value: string } }) =>
        set(name, event.currentTarget.value as Values[typeof name]),
      error: faults.fields[name],
    }),
  };
}

export type Form = Pick<
  ReturnType<typeof useForm>,
  'submit' | 'isSaving' | 'isSaved' | 'isChanged' | 'error'
>;
