"""What an upgrade will do to the objects of a cluster as they are now, and what others have changed there.

``examining`` asks about each object: what is live, and what it becomes; ``drift`` finds what is not as the release
stored it, and whose it is; ``victims`` what hooks would delete. ``reporting`` makes a report of it, and
``interface`` is the door.
"""
