"""The record stores of server controllers, one small file a family: which tables and columns hold what.

Of each store only the few columns that are read are declared. A further store is a file here and a line in
databases.STORES.
"""
