/** Returns a function that makes the `onChange` of a field of a draft. */
export const setterOf =
  <Draft extends object>({ draft, onChange }: { readonly draft: Draft; readonly onChange: (draft: Draft) => void }) =>
  <Name extends keyof Draft>(name: Name) =>
  (value: Draft[Name]): void =>
    onChange({ ...draft, [name]: value });
