type UseCase<Context> = (context: Context, ...input: never[]) => unknown;

type Bound<Case> = Case extends (context: never, ...input: infer Input) => infer Result
  ? (...input: Input) => Result
  : never;

/** Use cases that have their context already. */
export type BoundUseCases<Cases> = { readonly [Name in keyof Cases]: Bound<Cases[Name]> };

/** Gives use cases of the form `(context, …input) => result` their context. Each is documented where it is defined. */
export const bindUseCases = <Context, const Cases extends Readonly<Record<string, UseCase<Context>>>>(
  context: Context,
  cases: Cases,
): BoundUseCases<Cases> =>
  // The type of entries is lost on their way through an object.
  Object.fromEntries(
    Object.entries(cases).map(([name, useCase]) => [name, (...input: never[]) => useCase(context, ...input)]),
  ) as BoundUseCases<Cases>;
