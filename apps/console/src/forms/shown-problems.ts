type Problems = Readonly<Partial<Record<string, string>>>;

/**
 * Returns the problems that a form shows: all once it was submitted; before, those of fields that hold something, so that nobody is
 * told of what they have not come to yet.
 *
 * @param draft the texts of the fields
 */
export const shownProblems = <Some extends Problems>(problems: Some, draft: object, isSubmitted: boolean): Some => {
  if (isSubmitted) return problems;
  const texts: Readonly<Record<string, unknown>> = { ...draft };
  const isHeld = (field: string): boolean => {
    const text = texts[field];
    return typeof text === 'string' && text.trim() !== '';
  };
  return Object.fromEntries(Object.entries(problems).filter(([field]) => isHeld(field))) as Some;
};
