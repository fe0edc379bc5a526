/** A loop that sources write in CashScript and the linker writes in assembly. */
export interface Loop {
  readonly name: string;
  /** As a source must write it; comments, blanks and line breaks do not count. */
  readonly source: string;
  /** Variables that the assembly takes from the stack, the lowest first. */
  readonly takes: readonly string[];
  /** Variables that it leaves there. The others have no use behind the loop. */
  readonly leaves: readonly string[];
  /** Opcodes, and bytes to push in hex. The stack after each line is beside it, the top at the right. */
  readonly assembly: string;
}

/**
 * The loops that climb a tree, from a leaf to the root, twice at once: from the leaf before a claim and from the one after it.
 * cashc keeps the variables of a loop in their places by moving the whole stack over the alternative stack, which costs 83 to 142
 * bytes a loop and most of the budget of 64 levels. `test/linker/loops.spec.ts` compares the assembly with what cashc makes of the source.
 */
export const LOOPS: readonly Loop[] = [
  {
    // `path` has the sides, that of the leaf's sibling in the lowest bit, 1 for left, under a bit of its own at the root.
    name: 'a list',
    source: `
      do {
          bytes32 sibling, bytes more = proof.split(32);
          bytes left, bytes right = sibling.split(32 * (path % 2));
          proof = more;
          after = sha256(left + after + right);
          before = sha256(left + before + right);
          path = path / 2;
      } while (path != 1);`,
    takes: ['proof', 'after', 'before', 'path'],
    leaves: ['proof', 'after', 'before'],
    assembly: `
      OP_BEGIN                                             // proof after before path
        OP_3 OP_ROLL 20 OP_SPLIT OP_SWAP                   // after before path more sibling
        OP_2 OP_PICK OP_2 OP_MOD OP_5 OP_LSHIFTNUM         // after before path more sibling 32-or-0
        OP_SPLIT                                           // after before path more left right
        OP_2DUP OP_7 OP_ROLL OP_SWAP OP_CAT OP_CAT         // before path more left right left+after+right
        OP_SHA256                                          // before path more left right after'
        OP_ROT OP_5 OP_ROLL OP_CAT                         // path more right after' left+before
        OP_ROT OP_CAT OP_SHA256                            // path more after' before'
        OP_3 OP_ROLL OP_2 OP_DIV                           // more after' before' path'
        OP_DUP OP_1 OP_NUMEQUAL
      OP_UNTIL
      OP_DROP                                              // more after' before'`,
  },
  {
    // A bit of `map` for each level, the leaf's lowest, says whether the sibling is given, at the end of `proof`. Where it is not it
    // is the node of an empty subtree. `map` must not be negative: OP_IF takes -1 for true, and `split` in the source fails.
    name: 'a tree of counts',
    source: `
      do {
          bytes more, bytes given = proof.split(proof.length - 32 * (map % 2));
          require(given != empty);
          bytes left, bytes right = bytes(given + empty.split(given.length)[1]).split(32 * (path % 2));
          proof = more;
          after = sha256(left + after + right);
          before = sha256(left + before + right);
          empty = sha256(empty + empty);
          map = map / 2;
          path = path / 2;
      } while (path != 1);`,
    takes: ['map', 'proof', 'after', 'before', 'empty', 'path'],
    leaves: ['map', 'proof', 'after', 'before'],
    assembly: `
      OP_BEGIN                                             // map proof after before empty path
        OP_5 OP_ROLL OP_DUP OP_2 OP_DIV                    // proof after before empty path map map'
        OP_6 OP_ROLL OP_ROT OP_2 OP_MOD                    // after before empty path map' proof bit
        OP_IF
          OP_SIZE 20 OP_SUB OP_SPLIT                       // after before empty path map' more sibling
          OP_4 OP_PICK OP_OVER OP_EQUAL OP_NOT OP_VERIFY
        OP_ELSE
          OP_3 OP_PICK                                     // after before empty path map' more sibling
        OP_ENDIF
        OP_3 OP_PICK OP_2 OP_MOD OP_5 OP_LSHIFTNUM         // after before empty path map' more sibling 32-or-0
        OP_SPLIT                                           // after before empty path map' more left right
        OP_2DUP OP_9 OP_ROLL OP_SWAP OP_CAT OP_CAT         // before empty path map' more left right left+after+right
        OP_SHA256                                          // before empty path map' more left right after'
        OP_ROT OP_7 OP_ROLL OP_CAT                         // empty path map' more right after' left+before
        OP_ROT OP_CAT OP_SHA256                            // empty path map' more after' before'
        OP_5 OP_ROLL OP_DUP OP_CAT OP_SHA256               // path map' more after' before' empty'
        OP_5 OP_ROLL OP_2 OP_DIV                           // map' more after' before' empty' path'
        OP_DUP OP_1 OP_NUMEQUAL
      OP_UNTIL
      OP_2DROP                                             // map' more after' before'`,
  },
  {
    // From the last tranche shown to the first. What is shown is entries of 11 bytes: with a byte more or less the split fails.
    name: 'tranches',
    source: `
      do {
          bytes earlier, bytes entry = entries.split(entries.length - 11);
          hash = sha256(entry + hash);
          entries = earlier;
      } while (entries.length > 0);`,
    takes: ['hash', 'entries'],
    leaves: ['hash'],
    assembly: `
      OP_BEGIN                                             // hash entries
        OP_SIZE OP_11 OP_SUB OP_SPLIT                      // hash earlier entry
        OP_ROT OP_CAT OP_SHA256                            // earlier hash'
        OP_SWAP OP_SIZE OP_NOT                             // hash' earlier is-empty
      OP_UNTIL
      OP_DROP                                              // hash'`,
  },
];
