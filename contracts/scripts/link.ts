import { binToHex, hexToBin, OpcodesBchSpec } from '@bitauth/libauth';
import { version, utils } from 'cashc-next';
import { parseCode, type DoWhile, type SourceTree } from 'cashc-next/dist/compiler.js';
import { UnusedVariableError } from 'cashc-next/dist/Errors.js';
import GenerateTargetTraversal from 'cashc-next/dist/generation/GenerateTargetTraversal.js';
import EnsureFinalRequireTraversal from 'cashc-next/dist/semantic/EnsureFinalRequireTraversal.js';
import SymbolTableTraversal from 'cashc-next/dist/semantic/SymbolTableTraversal.js';
import TypeCheckTraversal from 'cashc-next/dist/semantic/TypeCheckTraversal.js';
import type { LinkedArtifact, LinkedCode } from '../src/linked-artifact.js';
import { LOOPS, type Loop } from './loops.js';

/** How loops are compiled: by the assembly of known loops, which fails for any other loop, or as cashc does. */
export type LoopForm = readonly Loop[] | 'cashc';

const bare = (text: string): string => text.replace(/\/\/.*/gu, '').replace(/\s+/gu, '');

const opcodes: Readonly<Record<string, number | string>> = OpcodesBchSpec;

const opsOf = ({ name, assembly }: Loop): (number | Uint8Array)[] =>
  assembly
    .replace(/\/\/.*/gu, '')
    .split(/\s+/u)
    .filter((word) => word !== '')
    .map((word) => {
      const op = word.startsWith('OP_') ? opcodes[word] : hexToBin(word);
      if (op === undefined || typeof op === 'string')
        throw new Error(`The loop of ${name} has the word ${word}, which is not an opcode`);
      return op;
    });

/** Returns the text of a statement. */
const textOf = (source: string, { location: { start, end } }: DoWhile): string => {
  const lines = source.split('\n').slice(start.line - 1, end.line);
  return lines
    .map((line, i) => line.slice(i === 0 ? start.column : 0, i === lines.length - 1 ? end.column : undefined))
    .join('\n');
};

/** Puts assembly in the place of the loops that the linker knows. */
class LinkingGenerator extends GenerateTargetTraversal {
  constructor(
    private readonly source: string,
    private readonly loops: readonly Loop[],
  ) {
    super();
  }

  override visitDoWhile(node: DoWhile): DoWhile {
    const text = bare(textOf(this.source, node));
    const loop = this.loops.find(({ source }) => bare(source).replace(/;$/u, '') === text.replace(/;$/u, ''));
    if (loop === undefined) throw new Error(`The linker does not know the loop in line ${node.location.start.line}`);
    const at = { location: node.location, positionHint: 0 };
    for (const name of loop.takes) {
      const index = this.getStackIndex(name);
      this.emit(utils.encodeInt(BigInt(index)), at);
      this.emit(OpcodesBchSpec.OP_ROLL, at);
      this.removeFromStack(index);
      this.pushToStack(name);
    }
    for (const op of opsOf(loop)) this.emit(op, at);
    this.popFromStack(loop.takes.length);
    for (const name of loop.leaves) this.pushToStack(name);
    return node;
  }
}

/** Leaves out functions, then the parameters that no other function uses. */
const partOf = (source: string, functions: readonly string[], unused: ReadonlySet<string>): SourceTree => {
  const tree = parseCode(source);
  const { contract } = tree;
  contract.functions = contract.functions.filter(({ name }) => functions.includes(name));
  contract.parameters = contract.parameters.filter(({ name }) => !unused.has(name));
  return tree;
};

const compilePart = (source: string, functions: readonly string[], loops: LoopForm): LinkedCode => {
  const unused = new Set<string>();
  for (;;) {
    const tree = partOf(source, functions, unused);
    const generator = loops === 'cashc' ? new GenerateTargetTraversal() : new LinkingGenerator(source, loops);
    try {
      for (const stage of [
        new SymbolTableTraversal(),
        new TypeCheckTraversal(),
        new EnsureFinalRequireTraversal(),
        generator,
      ])
        tree.accept(stage);
    } catch (error) {
      const name = error instanceof UnusedVariableError ? error.symbol.name : undefined;
      if (name === undefined || !tree.contract.parameters.some((each) => each.name === name)) throw error;
      unused.add(name);
      continue;
    }
    const inputsOf = (
      inputs: readonly { readonly name: string; readonly type: { readonly toString: () => string } }[],
    ) => inputs.map(({ name, type }) => ({ name, type: String(type) }));
    return {
      functions: tree.contract.functions.map(({ name, parameters }) => ({ name, inputs: inputsOf(parameters) })),
      parameters: tree.contract.parameters.map(({ name }) => name),
      bytecode: binToHex(utils.scriptToBytecode(utils.optimiseBytecodeOld(generator.output))),
    };
  }
};

/** Which function of a source its address shows, and which of the others share a code. All are named. */
export interface Layout {
  readonly shown: string;
  readonly hidden: readonly (readonly string[])[];
  /**
   * The last two parameters, in their order, where the script begins with their pushes, the last one first: a script that differs in them
   * alone can then be built by others. Each hidden function is alone in its code and takes the script as its only parameter.
   */
  readonly front?: readonly [string, string];
}

/** The frame gives each hidden function the script, so callers give nothing. */
const withoutScript = (code: LinkedCode, front: readonly string[]): LinkedCode => {
  const [called, ...others] = code.functions;
  const [input, ...more] = called?.inputs ?? [];
  if (called === undefined || others.length > 0 || input?.type !== 'bytes' || more.length > 0)
    throw new Error(`${code.functions.map(({ name }) => name).join(', ')}: expected one function of the script alone`);
  const own = code.parameters.find((name) => front.includes(name));
  if (own !== undefined) throw new Error(`${called.name} uses ${own}, which it must read from the script`);
  return { ...code, functions: [{ ...called, inputs: [] }] };
};

/** The parameters in front of the script are on the stack before the shown code runs. */
const withoutFront = (code: LinkedCode, front: readonly string[]): LinkedCode => {
  const at = code.parameters.length - front.length;
  if (code.parameters.slice(at).join() !== front.join())
    throw new Error(`Expected a shown function that uses ${front.join(', ')}, its last parameters`);
  return { ...code, parameters: code.parameters.slice(0, at) };
};

type Front = Layout['front'];

const compileShown = (source: string, functions: readonly string[], loops: LoopForm, front: Front): LinkedCode => {
  const code = compilePart(source, functions, loops);
  return front === undefined ? code : withoutFront(code, front);
};

const compileHidden = (source: string, functions: readonly string[], loops: LoopForm, front: Front): LinkedCode => {
  const code = compilePart(source, functions, loops);
  return front === undefined ? code : withoutScript(code, front);
};

/**
 * Compiles a contract's functions into the codes that its layout asks for, each with the parameters that it uses.
 *
 * @param loops those of `scripts/loops.ts` unless given
 * @throws Error where the source does not compile, has a loop that the linker does not know, or has other functions than the layout
 */
export const linkSource = (
  source: string,
  { shown, hidden, front }: Layout,
  loops: LoopForm = LOOPS,
): LinkedArtifact => {
  const { contract } = parseCode(source);
  const laidOut = [shown, ...hidden.flat()];
  const declared = contract.functions.map(({ name }) => name);
  if (declared.toSorted().join() !== laidOut.toSorted().join())
    throw new Error(`${contract.name} has the functions ${declared.join(', ')}, its layout ${laidOut.join(', ')}`);
  const artifact = {
    contractName: contract.name,
    constructorInputs: contract.parameters.map(({ name, type }) => ({ name, type: String(type) })),
    ...(front !== undefined && { front }),
    shown: compileShown(source, [shown], loops, front),
    hidden: hidden.map((functions) => compileHidden(source, functions, loops, front)),
    compiler: { name: 'cashc', version },
  };
  const used = new Set([
    ...(front ?? []),
    ...[artifact.shown, ...artifact.hidden].flatMap(({ parameters }) => parameters),
  ]);
  const useless = artifact.constructorInputs.find(({ name }) => !used.has(name));
  if (useless !== undefined) throw new Error(`${contract.name} does not use its parameter ${useless.name}`);
  return artifact;
};

/**
 * Compiles again the code that has a function, of a source that differs from the artifact's in this function alone.
 *
 * @throws Error where it does not compile
 */
export const relinkSource = (artifact: LinkedArtifact, source: string, name: string): LinkedArtifact => {
  const { front } = artifact;
  const again = (code: LinkedCode, compile: typeof compileShown): LinkedCode => {
    const functions = code.functions.map((each) => each.name);
    return functions.includes(name) ? compile(source, functions, LOOPS, front) : code;
  };
  return {
    ...artifact,
    shown: again(artifact.shown, compileShown),
    hidden: artifact.hidden.map((code) => again(code, compileHidden)),
  };
};
