/** Moves to the first problem of a form that was refused: on a phone it is screens away from the button. */
export const showFirstProblem = (form: Element): void => {
  // Once the problems are rendered.
  requestAnimationFrame(() => {
    const first = form.querySelector<HTMLElement>(':is(input, select)[data-invalid], [role="alert"]');
    first?.focus({ preventScroll: true });
    first?.scrollIntoView({ block: 'center' });
  });
};
