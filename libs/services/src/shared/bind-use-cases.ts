import { refusalOf } from './chain-errors.js';

type UseCase<Context> = (context: Context, ...input: never[]) => unknown;

type Bound<Case> = Case extends (context: never, ...input: infer Input) => infer Result
  ? (...input: Input) => Result
  : never;

/** Use cases that have their context already. */
export type BoundUseCases<Cases> = { readonly [Name in keyof Cases]: Bound<Cases[Name]> };

/** Rejects with the refusal that an error of the chain is to clients. */
const refuse = (error: unknown): never => {
  throw refusalOf(error) ?? error;
};

/**
 * Gives use cases of the form `(context, …input) => result` their context. Each is documented where it is defined. Errors of the
 * chain leave as refusals of the service ({@link refusalOf}).
 */
export const bindUseCases = <Context, const Cases extends Readonly<Record<string, UseCase<Context>>>>(
  context: Context,
  cases: Cases,
): BoundUseCases<Cases> =>
  // The type of entries is lost on their way through an object.
  Object.fromEntries(
    Object.entries(cases).map(([name, useCase]) => [
      name,
      (...input: never[]) => {
        const result = useCase(context, ...input);
        return result instanceof Promise ? result.catch(refuse) : result;
      },
    ]),
  ) as BoundUseCases<Cases>;
