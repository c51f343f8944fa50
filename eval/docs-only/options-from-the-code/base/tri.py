import argparse

parser = argparse.ArgumentParser(prog="tri", description="Trie les lignes d'un fichier.")
parser.add_argument("fichier")
parser.add_argument("--inverse", action="store_true", help="ordre décroissant")
parser.add_argument("--unique", action="store_true", help="sans doublons")
options = parser.parse_args()
lines = open(options.fichier).read().splitlines()
if options.unique:
    lines = set(lines)
print(*sorted(lines, reverse=options.inverse), sep="\n")
