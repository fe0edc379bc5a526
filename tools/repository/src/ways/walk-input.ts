import { relative } from 'node:path';
import ts from 'typescript';
import { ROOT } from '../repository-files.js';

type FunctionNode = ts.FunctionLikeDeclaration & { readonly body: ts.ConciseBody };

/** A way of an input: the functions that it is passed to, in the order of the calls. */
export interface Way {
  /** `path:function` of each, once. */
  readonly functions: readonly string[];
  /** How many of them are in a file that it was in before. */
  readonly returns: number;
  /** The names of variables and parameters that hold it, but for the names of its own fields. */
  readonly names: readonly string[];
}

/** Where an input is followed. */
export interface WalkOptions {
  /** Whether functions of a file are entered. Calls of others end the way. */
  readonly enters: (path: string) => boolean;
  /** Whether what `parse…` returns is the input, too, in another form. */
  readonly followsParsed: boolean;
}

const isFunction = (node: ts.Node | undefined): node is FunctionNode =>
  node !== undefined && ts.isFunctionLike(node) && 'body' in node && node.body !== undefined;

/** Returns what an expression is without what leaves its value as it is. */
const bare = (node: ts.Expression): ts.Expression =>
  ts.isParenthesizedExpression(node) ||
  ts.isAwaitExpression(node) ||
  ts.isAsExpression(node) ||
  ts.isSatisfiesExpression(node) ||
  ts.isSpreadElement(node)
    ? bare(node.expression)
    : node;

/** Whether a call reads a part of a request: what it returns is that part in another form. */
const isParser = ({ expression }: ts.CallExpression): boolean => /^parse[A-Z]/u.test(expression.getText());

/** The operators that give one of their sides. */
const CHOICES = new Set([
  ts.SyntaxKind.QuestionQuestionToken,
  ts.SyntaxKind.BarBarToken,
  ts.SyntaxKind.AmpersandAmpersandToken,
]);

const nameOf = (node: FunctionNode): string => {
  if (node.name !== undefined) return node.name.getText();
  const { parent } = node;
  return ts.isVariableDeclaration(parent) || ts.isPropertyAssignment(parent) ? parent.name.getText() : '(callback)';
};

/** Returns the names that a binding declares. */
const bindingsOf = (name: ts.BindingName): readonly ts.Identifier[] =>
  ts.isIdentifier(name)
    ? [name]
    : name.elements.flatMap((element) => (ts.isOmittedExpression(element) ? [] : bindingsOf(element.name)));

/**
 * Follows an input through the calls that pass it on: as an argument, as a part of one, or held by a function that is one. The
 * result of a call is another value, and is not followed, but for what is parsed.
 *
 * @param start the function, and its parameters that are the input
 */
export const walkInput = (
  program: ts.Program,
  start: { readonly path: string; readonly name: string; readonly parameters: readonly number[] },
  { enters, followsParsed }: WalkOptions,
): Way => {
  const checker = program.getTypeChecker();
  const functions: string[] = [];
  const names = new Set<string>();
  const fields = new Set<string>();
  const seen = new Map<FunctionNode, Set<string>>();
  const files = new Set<string>();
  const held = new Set<ts.Symbol>();
  let returns = 0;

  const symbolOf = (node: ts.Node): ts.Symbol | undefined =>
    ts.isShorthandPropertyAssignment(node.parent) && node.parent.name === node
      ? checker.getShorthandAssignmentValueSymbol(node.parent)
      : checker.getSymbolAtLocation(node);
  const hold = (name: ts.BindingName): void => {
    for (const each of bindingsOf(name)) {
      const symbol = symbolOf(each);
      if (symbol === undefined) continue;
      held.add(symbol);
      names.add(each.text);
    }
  };
  /** Whether an expression is the input, a part of it, or has it inside. */
  const isHolding = (given: ts.Expression): boolean => {
    const node = bare(given);
    if (ts.isIdentifier(node)) return held.has(symbolOf(node) as ts.Symbol);
    if (ts.isPropertyAccessExpression(node) || ts.isElementAccessExpression(node)) return isHolding(node.expression);
    if (ts.isConditionalExpression(node)) return isHolding(node.whenTrue) || isHolding(node.whenFalse);
    if (ts.isBinaryExpression(node))
      return CHOICES.has(node.operatorToken.kind) && (isHolding(node.left) || isHolding(node.right));
    if (ts.isArrayLiteralExpression(node)) return node.elements.some(isHolding);
    if (ts.isObjectLiteralExpression(node)) return node.properties.some(isHoldingProperty);
    if (ts.isArrowFunction(node) || ts.isFunctionExpression(node)) return usesInput(node);
    return ts.isCallExpression(node) && followsParsed && isParser(node) && node.arguments.some(isHolding);
  };
  const isHoldingProperty = (property: ts.ObjectLiteralElementLike): boolean => {
    if (ts.isShorthandPropertyAssignment(property)) return held.has(symbolOf(property.name) as ts.Symbol);
    if (ts.isPropertyAssignment(property)) return isHolding(property.initializer);
    return ts.isSpreadAssignment(property) ? isHolding(property.expression) : usesInput(property);
  };
  const usesInput = (node: ts.Node): boolean =>
    (ts.isIdentifier(node) && held.has(symbolOf(node) as ts.Symbol)) ||
    (ts.forEachChild(node, (child) => (usesInput(child) ? true : undefined)) ?? false);

  /** Holds what a parameter takes of an argument: of an object literal, only the fields that hold the input. */
  const pass = (name: ts.BindingName, given: ts.Expression): void => {
    const node = bare(given);
    if (!ts.isObjectBindingPattern(name) || !ts.isObjectLiteralExpression(node)) {
      hold(name);
      return;
    }
    for (const element of name.elements) {
      const field = (element.propertyName ?? element.name).getText();
      const property = node.properties.find((each) => each.name?.getText() === field);
      const isSpread = node.properties.some((each) => ts.isSpreadAssignment(each) && isHoldingProperty(each));
      if (property === undefined ? isSpread : isHoldingProperty(property)) hold(element.name);
    }
  };
  const targetOf = (call: ts.CallExpression): FunctionNode | undefined => {
    const found: ts.Node | undefined = checker.getResolvedSignature(call)?.declaration;
    if (isFunction(found)) return found;
    // The type of a constant: its value is beside it.
    const symbol = checker.getSymbolAtLocation(call.expression);
    const own = symbol && (symbol.flags & ts.SymbolFlags.Alias) !== 0 ? checker.getAliasedSymbol(symbol) : symbol;
    const value = own?.valueDeclaration;
    const made = value !== undefined && ts.isVariableDeclaration(value) ? value.initializer : undefined;
    return isFunction(made) ? made : undefined;
  };

  const follow = (node: ts.Node): void => {
    if (ts.isVariableDeclaration(node) && node.initializer !== undefined && isHolding(node.initializer))
      pass(node.name, node.initializer);
    if (ts.isForOfStatement(node) && ts.isVariableDeclarationList(node.initializer) && isHolding(node.expression))
      for (const { name } of node.initializer.declarations) hold(name);
    ts.forEachChild(node, follow);
    if (!ts.isCallExpression(node) || !node.arguments.some(isHolding)) return;
    const target = targetOf(node);
    if (target === undefined || !enters(relative(ROOT, target.getSourceFile().fileName))) return;
    node.arguments.forEach((argument, place) => {
      const parameter = target.parameters[Math.min(place, target.parameters.length - 1)];
      if (parameter !== undefined && isHolding(argument)) pass(parameter.name, argument);
    });
    enter(target);
  };
  const enter = (node: FunctionNode): void => {
    const holding = node.parameters
      .flatMap(({ name }) => bindingsOf(name))
      .filter((name) => held.has(symbolOf(name) as ts.Symbol))
      .map(({ text }) => text);
    const before = seen.get(node);
    if (before !== undefined && holding.every((name) => before.has(name))) return;
    seen.set(node, new Set([...(before ?? []), ...holding]));
    const path = relative(ROOT, node.getSourceFile().fileName);
    if (before === undefined) {
      functions.push(`${path}:${nameOf(node)}`);
      if (files.has(path)) returns += 1;
      files.add(path);
    }
    ts.forEachChild(node, follow);
  };

  const source = program.getSourceFile(`${ROOT}/${start.path}`) ?? program.getSourceFile(start.path);
  if (source === undefined) throw new Error(`The program has no file ${start.path}`);
  const find = (node: ts.Node): FunctionNode | undefined =>
    isFunction(node) && nameOf(node) === start.name ? node : ts.forEachChild(node, find);
  const first = find(source);
  if (first === undefined) throw new Error(`${start.path} has no function ${start.name}`);
  for (const place of start.parameters) {
    const parameter = first.parameters[place];
    if (parameter === undefined) throw new Error(`${start.name} has no parameter ${place}`);
    hold(parameter.name);
    const type = checker.getNonNullableType(checker.getTypeAtLocation(parameter));
    for (const field of checker.getPropertiesOfType(type)) fields.add(field.name);
  }
  enter(first);
  return { functions, returns, names: [...names].filter((name) => !fields.has(name)).sort() };
};
