//! The page on the loopback: who is answered, and who is not.

use powergrab_board::Board;
use powergrab_board::serve::{Opened, Server};
use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::sync::atomic::{AtomicBool, Ordering};

/// A server that ends with the test.
fn with_server(opened: Opened, test: impl FnOnce(&str, &str)) {
    let server = Server::bind(0, opened, Board::default).unwrap();
    let address = server.address();
    let (host, token) = address
        .strip_prefix("http://")
        .and_then(|rest| rest.split_once("/?token="))
        .unwrap();
    let stop = AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| server.run(&stop));
        let tried = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| test(host, token)));
        stop.store(true, Ordering::Relaxed);
        if let Err(panic) = tried {
            std::panic::resume_unwind(panic);
        }
    });
}

/// Sends the lines of a request and a body; returns the status and the answer.
fn send(host: &str, lines: &[String], body: &str) -> (u16, String) {
    let mut stream = TcpStream::connect(host).unwrap();
    let mut text = lines.join("\r\n");
    text.push_str(&format!(
        "\r\nConnection: close\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    ));
    stream.write_all(text.as_bytes()).unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    let status = answer.split(' ').nth(1).and_then(|code| code.parse().ok());
    (status.expect("a status"), answer)
}

fn get(host: &str, path: &str, own: &str) -> (u16, String) {
    send(
        host,
        &[format!("GET {path} HTTP/1.1"), format!("Host: {own}")],
        "",
    )
}

fn post(host: &str, headers: &[String], body: &str) -> (u16, String) {
    let mut lines = vec!["POST /request HTTP/1.1".to_owned()];
    lines.extend_from_slice(headers);
    send(host, &lines, body)
}

#[test]
fn the_page_and_its_requests_are_answered() {
    with_server(Opened::default(), |host, token| {
        let (status, page) = get(host, &format!("/?token={token}"), host);
        assert_eq!(status, 200);
        assert!(page.contains("frame-ancestors 'none'"), "{page}");
        let own = [
            format!("Host: {host}"),
            format!("Origin: http://{host}"),
            format!("X-Powergrab-Token: {token}"),
        ];
        let (status, answer) = post(host, &own, r#"{"do":"catalog"}"#);
        assert_eq!(status, 200);
        assert!(answer.contains(r#"{"ok":{"#), "{answer}");
        let (status, answer) = post(host, &own, "nonsense");
        assert_eq!(status, 200);
        assert!(answer.contains(r#"{"error":"#), "{answer}");
        let (_, opened) = post(host, &own, r#"{"do":"opened"}"#);
        assert!(opened.contains(r#""runs":false"#), "{opened}");
    });
}

#[test]
fn strangers_are_refused() {
    with_server(Opened::default(), |host, token| {
        let port = host.split(':').nth(1).unwrap();
        let with_token = format!("/?token={token}");
        // No token, a wrong one, a beginning of it.
        for path in ["/", "/?token=", "/?token=0123", &with_token[..20]] {
            assert_eq!(get(host, path, host).0, 403, "{path}");
        }
        // A name that leads to this machine (DNS rebinding), another port, none.
        for own in [
            "evil.example",
            &format!("evil.example:{port}"),
            "127.0.0.1:1",
            "127.0.0.1",
        ] {
            assert_eq!(get(host, &with_token, own).0, 403, "{own}");
        }
        let lines = [format!("GET {with_token} HTTP/1.1")];
        assert_ne!(send(host, &lines, "").0, 200);
        let own = format!("Host: {host}");
        let header = format!("X-Powergrab-Token: {token}");
        let body = r#"{"do":"catalog"}"#;
        for origin in [
            "http://evil.example",
            "null",
            "https://127.0.0.1",
            &format!("http://localhost.evil.example:{port}"),
        ] {
            let headers = [own.clone(), format!("Origin: {origin}"), header.clone()];
            assert_eq!(post(host, &headers, body).0, 403, "{origin}");
        }
        // The token of a link does not answer requests of scripts.
        assert_eq!(post(host, std::slice::from_ref(&own), body).0, 403);
        let lines = [format!("POST /request?token={token} HTTP/1.1"), own.clone()];
        assert_eq!(send(host, &lines, body).0, 403);
        // Two headers of a kind.
        let twice = [own.clone(), own.clone(), header.clone()];
        assert_eq!(post(host, &twice, body).0, 403);
        assert_eq!(post(host, &[own, header], body).0, 200);
    });
}

/// Connections that promise much, or nothing, and stay open.
#[test]
fn nobody_blocks_the_page() {
    with_server(Opened::default(), |host, token| {
        let open = |text: &str| {
            let mut stream = TcpStream::connect(host).unwrap();
            stream.write_all(text.as_bytes()).unwrap();
            stream
        };
        let mut kept = Vec::new();
        for length in ["2000", "99999999999999", "18446744073709551615", "-1", "x"] {
            for own in ["evil", host] {
                let head = format!(
                    "POST /request HTTP/1.1\r\nHost: {own}\r\nX-Powergrab-Token: {token}\r\nContent-Length: {length}\r\n\r\nx"
                );
                kept.push(open(&head));
            }
        }
        kept.push(open("GET / HT"));
        kept.push(open(""));
        kept.push(open(
            "GET /?token=x HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz",
        ));
        // A head without an end.
        let mut endless = open(&format!("GET / HTTP/1.1\r\nHost: {host}\r\nX: "));
        let _ = endless.write_all("y".repeat(1 << 20).as_bytes());
        kept.push(endless);
        let path = format!("/?token={token}");
        assert_eq!(get(host, &path, host).0, 200);
        drop(kept);
        assert_eq!(get(host, &path, host).0, 200);
    });
}

/// A duel that nobody waits for any more ends; so does one when the server ends.
#[test]
fn answers_that_nobody_waits_for_are_not_made() {
    let long = r#"{"do":"duel","a":"monte-carlo","b":"balanced","seats":2,"deals":1000000}"#;
    with_server(Opened::default(), |host, token| {
        let mut streams = Vec::new();
        for _ in 0..3 {
            let mut stream = TcpStream::connect(host).unwrap();
            let head = format!(
                "POST /request HTTP/1.1\r\nHost: {host}\r\nX-Powergrab-Token: {token}\r\nContent-Length: {}\r\n\r\n{long}",
                long.len()
            );
            stream.write_all(head.as_bytes()).unwrap();
            streams.push(stream);
        }
        let path = format!("/?token={token}");
        assert_eq!(get(host, &path, host).0, 200);
        // Two readers go; the third is still there when the server ends.
        streams.truncate(1);
        assert_eq!(get(host, &path, host).0, 200);
    });
}

#[test]
fn no_path_leads_to_a_file() {
    let dir = tempfile::tempdir().unwrap();
    std::fs::write(dir.path().join("secret.txt"), "secret").unwrap();
    let run = dir.path().join("one");
    std::fs::create_dir(&run).unwrap();
    std::fs::write(run.join("manifest.json"), "{}").unwrap();
    std::fs::write(run.join("report.html"), "<p>the page of a run</p>").unwrap();
    let opened = Opened {
        runs: Some(dir.path().to_owned()),
        ..Opened::default()
    };
    with_server(opened, |host, token| {
        let page = |path: &str| get(host, &format!("{path}?token={token}"), host);
        for path in [
            "/secret.txt",
            "/page/secret.txt",
            "/page/../secret.txt",
            "/page/..%2fsecret.txt",
            "/../../etc/passwd",
            "//etc/passwd",
            "/page/-1",
            "/page/18446744073709551616",
            // Pages are known once they have been listed.
            "/page/0",
        ] {
            let (status, answer) = page(path);
            let right = if path.starts_with("/page/") { 403 } else { 404 };
            assert_eq!(status, right, "{path}");
            assert!(!answer.contains("secret\n"), "{path}");
        }
        let own = [
            format!("Host: {host}"),
            format!("X-Powergrab-Token: {token}"),
        ];
        let (_, listed) = post(host, &own, r#"{"do":"runs"}"#);
        assert!(listed.contains(r#""dir":"one""#), "{listed}");
        assert!(listed.contains("/page/0?token="), "{listed}");
        let own_token = listed.split("/page/0?token=").nth(1).unwrap();
        let own_token = own_token.split('"').next().unwrap();
        // A page of a run knows its own address, and no more.
        assert_eq!(page("/page/0").0, 403);
        assert_eq!(get(host, &format!("/?token={own_token}"), host).0, 403);
        let (_, costly) = post(host, &own, r#"{"do":"costliest","dir":"../.."}"#);
        assert!(costly.contains("there is no run"), "{costly}");
        let (_, found) = post(host, &own, r#"{"do":"findings","dir":"../.."}"#);
        assert!(found.contains("there is no run"), "{found}");
        let (status, answer) = get(host, &format!("/page/0?token={own_token}"), host);
        assert_eq!(status, 200);
        assert!(answer.contains("the page of a run") && answer.contains("sandbox allow-scripts"));
    });
}
