/**
 * What the linker uses of cashc 0.13, a prerelease under a second name. Its own declarations make private the members of the code
 * generator that a loop in assembly needs.
 */
declare module 'cashc-next' {
  export const version: string;
  export const utils: {
    readonly encodeInt: (value: bigint) => Uint8Array;
    readonly optimiseBytecodeOld: (script: readonly (number | Uint8Array)[]) => readonly (number | Uint8Array)[];
    readonly scriptToBytecode: (script: readonly (number | Uint8Array)[]) => Uint8Array;
  };
}

declare module 'cashc-next/dist/compiler.js' {
  interface Place {
    readonly line: number;
    readonly column: number;
  }

  interface Parameter {
    readonly name: string;
    readonly type: { readonly toString: () => string };
  }

  /** A statement `do { … } while (…);`. */
  export interface DoWhile {
    readonly location: { readonly start: Place; readonly end: Place };
  }

  /** A parsed source. Stages change it. */
  export interface SourceTree {
    readonly contract: {
      readonly name: string;
      parameters: readonly Parameter[];
      functions: readonly { readonly name: string; readonly parameters: readonly Parameter[] }[];
    };
    readonly accept: (stage: object) => void;
  }

  export const parseCode: (source: string) => SourceTree;
}

declare module 'cashc-next/dist/Errors.js' {
  export class UnusedVariableError extends Error {
    readonly symbol: { readonly name: string };
  }
}

declare module 'cashc-next/dist/generation/GenerateTargetTraversal.js' {
  import type { DoWhile } from 'cashc-next/dist/compiler.js';

  export default class GenerateTargetTraversal {
    readonly output: readonly (number | Uint8Array)[];
    emit(op: number | Uint8Array, at: { readonly location: unknown; readonly positionHint: number }): void;
    getStackIndex(name: string): number;
    removeFromStack(index: number): void;
    pushToStack(name: string): void;
    popFromStack(count: number): void;
    visitDoWhile(node: DoWhile): DoWhile;
  }
}

declare module 'cashc-next/dist/semantic/*' {
  export default class Stage {
    visitContract(node: unknown): unknown;
  }
}
